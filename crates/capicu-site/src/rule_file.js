// Puts a chosen file into the form, so that the author can read and change it before sending.
document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) document.getElementById("text").value = await file.text();
});
